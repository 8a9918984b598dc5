"""Arranges the sources of a library in batches that are compiled together (LoopwrightTargets.cmake).

    batches.py --rename|--apart LINES ROOT FILE...

prints "number file stem:names" for each file that is compiled with others. A batch has at most LINES lines, unless one
file has more. Names need not differ between files: if two files of a batch give the same name to something of their own
(in an anonymous namespace, static or constexpr), or one uses a name of a header (included from ROOT) that the other has
for something of its own, then the owner is compiled from a copy with another name: `check_split` in split.cpp, whose
stem is `split`. What cannot be renamed (macros, tests, names that members or headers have too) keeps files apart, and
with --apart so does everything. Files may share an alias that each of them declares alike: `using testing::Not;`.
Files are taken in order, each into the first batch that has room, which keeps most batches as they were when a file
changes.

    batches.py --copy STEM:NAMES FILE COPY

writes such a copy.
"""

import os
import re
import sys

_SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
_DIGITS = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")  # 1'000
_MACRO = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', re.M)
_DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.M)
_USED = re.compile(r'(?<![:\w])k?[A-Z]\w*|(?<![.>:\w])[a-z]\w*(?=\()')
_PART = re.compile(_SKIPPED.pattern.replace(r'(\w*)\(.*?\)\1', r'(?P<raw>\w*)\(.*?\)(?P=raw)') +
                   r'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*|\b\d[\w\']*|(?P<name>\b[A-Za-z_]\w*)', re.S | re.M)
_MACRO_CALL = re.compile(r'\b[A-Z][A-Z_]+[A-Z]\w*\(([^()]*)')
_INCLUDED = re.compile(r'^#include "([^"]+)"', re.M)
_TOKEN = re.compile(r'\w+|::|[^\s\w]')
_WORD = re.compile(r'[A-Za-z_]\w*$')
_WORDS = re.compile(r'[A-Za-z_]\w*')
_TYPES = ('struct', 'class', 'union', 'enum')
_TESTS = ('TEST', 'TEST_F', 'TEST_P', 'BENCHMARK')
_KEYWORDS = {'const', 'noexcept', 'override', 'final', 'operator', 'if', 'requires', 'decltype', 'alignas'}


def _names_of(declaration):
    """The names that a declaration at namespace scope, a list of tokens, may introduce."""
    tokens = _without_template(declaration)
    if not tokens:
        return
    if tokens[0] in _TESTS and len(tokens) > 4:
        yield '_'.join(token for token in tokens[2:] if _WORD.match(token))
    elif tokens[0] in _TYPES:
        words = [token for token in tokens[1:] if _WORD.match(token) and token not in ('class', 'struct', 'final')]
        if words:
            yield words[0]
    elif tokens[0] == 'using':
        if tokens[1:2] not in (['namespace'], ['enum']):
            yield tokens[1] if tokens[2:3] == ['='] else tokens[-1]
    else:
        depth, named = 0, False
        for i, token in enumerate(tokens + [';']):
            ends = token in ';(={[,' and depth == 0
            if ends and not named and i > 0 and _WORD.match(tokens[i - 1]) and tokens[i - 1] not in _KEYWORDS:
                yield tokens[i - 1]
                named = True
            if token == ',' and depth == 0:  # another name of the same type
                named = False
            depth += (token in '(<[') - (token in ')>]')


def _without_template(tokens):
    while tokens and tokens[0] == 'template':
        depth = 0
        for i, token in enumerate(tokens):
            depth += (token == '<') - (token == '>')
            if i > 0 and depth == 0:
                break
        tokens = tokens[i + 1:]
    while tokens and tokens[0] == '[':  # attributes
        end = tokens.index(']')
        tokens = tokens[end + 2:]
    return tokens


def _ends_with_its_body(declaration):
    """Whether it is a function: values and types end with a semicolon."""
    tokens, depth = _without_template(declaration), 0
    for token in tokens:
        depth += (token == '(') - (token == ')')
        if token == '=' and depth == 0:
            return False
    return bool(tokens) and '(' in tokens and tokens[0] not in _TYPES


def _is_own(tokens, anonymous):
    return anonymous or any(token in ('static', 'constexpr', 'using') for token in tokens[:3]) or tokens[:1] in (
        [test] for test in _TESTS)


def code_of(text):
    """The source without comments, texts and directives."""
    return _DIRECTIVE.sub('', _SKIPPED.sub(' ', _DIGITS.sub('', text)))


def used_names(code):
    """The names that may be those of headers: of types and constants, and of functions that are called."""
    return set(_USED.findall(code))


def _declarations(tokens):
    """What is declared at namespace scope, or among the members of a type: the tokens up to the body, the tokens of the
    body, and whether a namespace hides it."""
    scopes, declaration, body, depth = [], [], [], 0  # depth: inside of a body
    for token in tokens:
        if depth:
            depth += (token == '{') - (token == '}')
            if depth:
                body.append(token)
                continue
            yield declaration, body, any(scopes)
            body = []
            if _ends_with_its_body(declaration):
                declaration = []
        elif token == '{':
            if declaration[:1] == ['namespace'] or declaration[:2] == ['inline', 'namespace']:
                scopes.append(declaration == ['namespace'])
                declaration = []
                continue
            declaration.append(token)
            depth = 1
        elif token == '}':
            scopes[-1:] = []
        elif token == ';':
            if declaration and '{' not in declaration:
                yield declaration, [], any(scopes)
            declaration = []
        else:
            declaration.append(token)


def _member_names(code):
    """The names of the members of the types that the source declares."""
    for declaration, body, _ in _declarations(_TOKEN.findall(code)):
        if any(word in _TYPES for word in _without_template(declaration)[:1]):
            for member, _, _ in _declarations(body):
                yield from _names_of(member)


def own_names(code):
    """The names that only this source may use: those of aliases with their declaration, the others with None."""
    names = {}
    for tokens, _, anonymous in _declarations(_TOKEN.findall(code)):
        if not _is_own(tokens, anonymous):
            continue
        shared = tokens[0] in ('using', 'namespace')
        for name in _names_of(tokens):
            names[name] = ' '.join(tokens) if shared and names.get(name, '') is not None else None
    for name, alias in names.items():
        if alias and any(word in names for word in _WORDS.findall(alias) if word != name):
            names[name] = None  # of something that is its own
    return names


def renamed(text, names, stem):
    """The source, in which these names of its own end with `_stem`. Members keep their names."""
    def other(match):
        name, before = match.group('name'), text[:match.start()][-2:].rstrip()
        member = before.endswith('.') or before in ('->', '::')
        return match.group() if name not in names or member else f'{name}_{stem}'
    return _PART.sub(other, text)


class Headers:
    """The names that the headers of the project declare."""

    def __init__(self, root):
        self.root, self.known = root, {}

    def seen_by(self, text):
        """All names of the headers that a source includes, and of those that they include."""
        names, paths, waiting = set(), set(), _INCLUDED.findall(text)
        while waiting:
            path = waiting.pop()
            if path not in paths:
                paths.add(path)
                declared, included = self._header(path)
                names |= declared
                waiting += included
        return names

    def _header(self, path):
        if path not in self.known:
            self.known[path] = (set(), [])
            if os.path.exists(os.path.join(self.root, path)):
                with open(os.path.join(self.root, path), encoding='utf-8') as opened:
                    text = opened.read()
                tokens = _TOKEN.findall(code_of(text))
                declared = {name for words, _, _ in _declarations(tokens) for name in _names_of(words)}
                self.known[path] = (declared, _INCLUDED.findall(text))
        return self.known[path]


class _Source:
    """`meanings`: what each name is in the file: the declaration of an alias, `own` of something else that the file has
    for itself, `common` of what headers may declare. `renames`: the names that it has under another name."""

    def __init__(self, text, headers):
        code = code_of(text)
        self.text, self.headers, self.lines, self.renames = text, headers, text.count('\n'), set()
        own = own_names(code)
        self.meanings = dict.fromkeys(used_names(code), 'common')
        self.meanings.update((name, alias or 'own') for name, alias in own.items())
        macros = _MACRO.findall(text)
        self.meanings.update(dict.fromkeys(macros, 'own'))
        self._free = {name for name, alias in own.items() if not alias} - set(macros) - set(_member_names(code))
        self._free -= {name for name in own if name.isupper()}
        for arguments in _MACRO_CALL.findall(code):  # a macro may make a text of it
            self._free -= set(_WORDS.findall(arguments))
        self._checked = False

    def may_rename(self, name):
        if not self._checked:
            self._free -= self.headers.seen_by(self.text) if self.headers else self._free
            self._checked = True
        return self.meanings[name] == 'own' and name in self._free


class _Batch:
    """The files that are compiled together, and who gave each name its meaning."""

    def __init__(self):
        self.lines, self.owners = 0, {}

    def add(self, source, most):
        """Whether there is room for the source; then it is one of the batch."""
        if self.lines and self.lines + source.lines > most:
            return False
        own, others = set(), []
        for name, meaning in source.meanings.items():
            before = self.owners.get(name)
            if not before or (meaning == before.meanings[name] and meaning != 'own'):
                continue
            if source.may_rename(name):
                own.add(name)
            elif before.may_rename(name):
                others.append((name, before))
            else:
                return False
        for name, before in others:
            before.renames.add(name)
            del self.owners[name]
        source.renames = own
        self.owners.update((name, source) for name in source.meanings if name not in own and name not in self.owners)
        self.lines += source.lines
        return True


def batches(texts, most, headers=Headers('')):
    """The number of the batch of each text, and the names that a copy of it has to change: none without headers."""
    filled, arranged = [], []
    for text in texts:
        source = _Source(text, headers)
        for number, batch in enumerate(filled):
            if batch.add(source, most):
                break
        else:
            number = len(filled)
            filled.append(_Batch())
            filled[number].add(source, most)
        arranged.append((number, source))
    return [(number, sorted(source.renames)) for number, source in arranged]


def _stems(files):
    """What the names of each file end with: its name, with that of its folder if files of two folders share it."""
    paths = [os.path.splitext(os.path.abspath(file))[0].split('/') for file in files]
    names = [path[-1] for path in paths]
    return [name if names.count(name) == 1 else '_'.join(path[-2:]) for name, path in zip(names, paths)]


def main(*arguments):
    if arguments[0] == '--copy':
        names, file, copy = arguments[1:]
        stem, names = names.split(':')
        with open(file, encoding='utf-8') as opened:
            text = opened.read()
        with open(copy, 'w', encoding='utf-8') as opened:
            opened.write(f'#line 1 "{file}"\n{renamed(text, set(names.split(",")), stem)}')
        return
    how, most, root, *files = arguments
    texts = []
    for file in files:
        with open(file, encoding='utf-8') as opened:
            texts.append(opened.read())
    arranged = batches(texts, int(most), Headers(root) if how == '--rename' else None)
    numbers = [number for number, _ in arranged]
    for (number, names), file, stem in zip(arranged, files, _stems(files)):
        if numbers.count(number) > 1:
            print(number, file, f'{stem}:{",".join(names)}')


if __name__ == '__main__':
    main(*sys.argv[1:])
