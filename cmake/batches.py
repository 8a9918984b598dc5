"""Arranges the sources of a library in batches that are compiled together (LoopwrightTargets.cmake).

    batches.py LINES FILE...

prints "number file" for each file that is compiled with others. A batch has at most LINES lines, unless one file has
more. No two files of a batch give the same name to something of their own (in an anonymous namespace, static,
constexpr, an alias or a macro), and none uses a name of a header that the other has for something of its own. So
names need not differ between files. Files may share a name that each of them declares alike: `using testing::Not;`.
Files are taken in order, each into the first batch that has room, which keeps most batches as they were when a file
changes.
"""

import re
import sys

_SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
_DIGITS = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")  # 1'000
_MACRO = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', re.M)
_DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.M)
_USED = re.compile(r'(?<![:\w])k?[A-Z]\w*|(?<![.>:\w])[a-z]\w*(?=\()')
_TOKEN = re.compile(r'\w+|::|[^\s\w]')
_WORD = re.compile(r'[A-Za-z_]\w*$')
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


def own_names(code):
    """The names that only this source may use: those of aliases with their declaration, the others with None."""
    names = {}

    def add(tokens):
        shared = tokens[0] in ('using', 'namespace')
        for name in _names_of(tokens):
            names[name] = ' '.join(tokens) if shared and names.get(name, '') is not None else None

    scopes, declaration, hidden = [], [], 0  # hidden: the depth inside of a body
    for token in _TOKEN.findall(code):
        if hidden:
            hidden += (token == '{') - (token == '}')
            if not hidden and _ends_with_its_body(declaration):
                declaration = []
        elif token == '{':
            if declaration[:1] == ['namespace'] or declaration[:2] == ['inline', 'namespace']:
                scopes.append(declaration == ['namespace'])
                declaration = []
                continue
            if _is_own(declaration, any(scopes)):
                add(declaration + [token])
            hidden = 1
        elif token == '}':
            scopes[-1:] = []
        elif token == ';':
            if declaration and '{' not in declaration and _is_own(declaration, any(scopes)):
                add(declaration)
            declaration = []
        else:
            declaration.append(token)
    return names


class _Batch:
    """The files that are compiled together. `meanings`: what each name is in them: the declaration of an alias, `own` of
    something else that one of them has for itself, `common` of what headers may declare."""

    def __init__(self):
        self.lines, self.meanings = 0, {}

    def takes(self, lines, meanings, most):
        return self.lines + lines <= most and all(
            self._agree(meaning, self.meanings[name]) for name, meaning in meanings.items() if name in self.meanings)

    @staticmethod
    def _agree(a, b):
        return a == b and a != 'own'

    def add(self, lines, meanings):
        self.lines += lines
        self.meanings.update(meanings)


def batches(texts, most):
    """The number of the batch of each text."""
    filled = []
    for text in texts:
        code = code_of(text)
        meanings = dict.fromkeys(used_names(code), 'common')
        meanings.update((name, alias or 'own') for name, alias in own_names(code).items())
        meanings.update(dict.fromkeys(_MACRO.findall(text), 'own'))
        lines = text.count('\n')
        for number, batch in enumerate(filled):
            if batch.takes(lines, meanings, most):
                break
        else:
            number = len(filled)
            filled.append(_Batch())
        filled[number].add(lines, meanings)
        yield number


def main(most, *files):
    texts = []
    for file in files:
        with open(file, encoding='utf-8') as opened:
            texts.append(opened.read())
    numbers = list(batches(texts, int(most)))
    for number, file in zip(numbers, files):
        if numbers.count(number) > 1:
            print(number, file)


if __name__ == '__main__':
    main(*sys.argv[1:])
