// The search. scripts/docs writes search_data.js: the sections of all pages, [page, place, title, section, text]. It is
// loaded as a script when it is first needed, because pages that are read from disk may not fetch files.
(() => {
  const form = document.getElementById("searching"), field = document.getElementById("query");
  const box = form.querySelector(".found"), list = document.getElementById("results"), status = box.querySelector("p");
  const kShown = 8, kAround = 70;
  let chosen = -1, loading = null;

  const load = () => loading ||= new Promise(done => {
    const script = document.createElement("script");
    script.src = form.dataset.root + "_static/search_data.js";
    script.onload = () => done(window.searchData);
    document.head.append(script);
  });
  const escaped = text => text.replace(/[&<>]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
  const wordsOf = query => query.toLowerCase().split(/\s+/).filter(word => word);

  // Where a word begins is worth more than where it occurs, a title more than a section, a section more than a text.
  const worth = (text, word) => {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    if (text === word) return 4;
    const begins = at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1]);
    return begins ? 2 : 1;
  };
  function find(data, query) {
    const words = wordsOf(query), found = [];
    if (!words.length) return found;
    data.forEach(([page, place, title, section, text], index) => {
      const lowered = [title, section, text].map(part => part.toLowerCase());
      let points = 0;
      for (const word of words) {
        const one = 12 * worth(lowered[0], word) * (place ? 0.4 : 1) + 6 * worth(lowered[1], word) + worth(lowered[2], word);
        if (!one) return;
        points += one;
      }
      if (words.length > 1 && lowered[2].includes(words.join(" "))) points += 4;
      found.push({ points, index, page, place, title, section, text });
    });
    return found.sort((a, b) => b.points - a.points || a.index - b.index);
  }
  function marked(text, words) {
    let out = "", at = 0;
    const lowered = text.toLowerCase();
    while (at < text.length) {
      let next = text.length, length = 0;
      for (const word of words) {
        const place = lowered.indexOf(word, at);
        if (place >= 0 && place < next) { next = place; length = word.length; }
      }
      out += escaped(text.slice(at, next));
      if (length) out += "<mark>" + escaped(text.slice(next, next + length)) + "</mark>";
      at = next + length;
    }
    return out;
  }
  function excerpt(text, words) {
    const lowered = text.toLowerCase();
    const first = Math.min(...words.map(word => lowered.indexOf(word)).filter(at => at >= 0), text.length);
    const at = first === text.length ? 0 : first;
    let from = Math.max(0, at - kAround);
    if (from) from = text.indexOf(" ", from) + 1 && text.indexOf(" ", from) < at ? text.indexOf(" ", from) + 1 : from;
    const to = Math.min(text.length, at + 2 * kAround);
    return (from ? "… " : "") + marked(text.slice(from, to), words) + (to < text.length ? " …" : "");
  }
  const address = one => form.dataset.root + one.page + (one.place ? "#" + one.place : "");
  const entry = (one, words) =>
    `<b>${marked(one.title, words)}</b>${one.section ? ` <span>› ${marked(one.section, words)}</span>` : ""}` +
    `<small>${excerpt(one.text, words)}</small>`;

  function choose(index) {
    const rows = [...list.children];
    chosen = rows.length ? (index + rows.length) % rows.length : -1;
    rows.forEach((row, i) => row.setAttribute("aria-selected", i === chosen));
    if (chosen >= 0) {
      field.setAttribute("aria-activedescendant", rows[chosen].id);
      rows[chosen].scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  }
  function close() {
    box.hidden = true;
    field.setAttribute("aria-expanded", "false");
    choose(-1);
  }
  async function show() {
    const words = wordsOf(field.value);
    if (!words.length) return close();
    const found = find(await load(), field.value);
    if (!wordsOf(field.value).length) return;
    list.innerHTML = found.slice(0, kShown).map((one, i) =>
      `<li id="result${i}" role="option" aria-selected="false" data-address="${escaped(address(one))}">${entry(one, words)}</li>`).join("");
    status.textContent = found.length ? form.dataset.found.replace("{}", found.length) + " · " + form.dataset.keys : form.dataset.none;
    box.hidden = false;
    field.setAttribute("aria-expanded", "true");
    chosen = -1;
    field.removeAttribute("aria-activedescendant");
  }
  field.addEventListener("focus", load);
  field.addEventListener("input", show);
  field.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" && !box.hidden) choose(chosen + 1);
    else if (event.key === "ArrowUp" && !box.hidden) choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) location.href = list.children[chosen].dataset.address;
    else if (event.key === "Escape") { close(); field.blur(); }
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", event => {
    const row = event.target.closest("li");
    if (row) location.href = row.dataset.address;
  });
  document.addEventListener("click", event => { if (!form.contains(event.target)) close(); });
  document.addEventListener("keydown", event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    const asked = (event.key === "/" && !typing && !event.ctrlKey && !event.altKey && !event.metaKey) ||
                  (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey));
    if (!asked) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  const all = document.getElementById("all");
  if (!all) return;
  const query = new URLSearchParams(location.search).get("q") || "";
  field.value = query;
  load().then(data => {
    const words = wordsOf(query), found = find(data, query);
    document.getElementById("summary").textContent =
      words.length ? (found.length ? form.dataset.found.replace("{}", found.length) : form.dataset.none) : "";
    all.innerHTML = found.slice(0, 100).map(one => `<li><a href="${escaped(address(one))}">${entry(one, words)}</a></li>`).join("");
  });
})();
