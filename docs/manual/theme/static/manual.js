// Switches between the theme of the system, dark and light.
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* not kept */ }
});
const pages = document.querySelector(".pages");
const shown = pages && pages.querySelector("li.current > a.current:last-child");
if (shown && shown.offsetTop > pages.clientHeight) pages.scrollTop = shown.offsetTop - pages.clientHeight / 2;
// Sphinx says in English how many pages it found: the number is part of the sentence that it looks up.
const results = document.getElementById("search-results");
if (results && document.documentElement.lang.startsWith("zh"))
  new MutationObserver(() => {
    const said = results.querySelector(".search-summary");
    const found = said && said.innerText.match(/^Search finished, found (\d+) page/);
    if (found) said.innerText = `搜索完成，找到 ${found[1]} 个页面。`;
  }).observe(results, { childList: true, subtree: true, characterData: true });
