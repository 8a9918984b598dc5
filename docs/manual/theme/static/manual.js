// Theme, menu of pages, and folded parts on paper.
const root = document.documentElement;
const menu = document.getElementById("menu");
const pages = document.getElementById("pages");

// Switches between the theme of the system, dark and light.
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* not kept */ }
});

// On a narrow screen the pages are above the text, and shown on demand.
function showPages(shown) {
  document.body.classList.toggle("menu", shown);
  menu.setAttribute("aria-expanded", shown);
}
menu.addEventListener("click", () => {
  showPages(!document.body.classList.contains("menu"));
  if (document.body.classList.contains("menu")) pages.querySelector("a").focus();
});
document.addEventListener("keydown", event => {
  if (event.key !== "Escape" || !document.body.classList.contains("menu")) return;
  showPages(false);
  menu.focus();
});
const shown = pages.querySelector("li.current > a.current:last-child");
if (shown) {
  shown.setAttribute("aria-current", "page");
  if (shown.offsetTop > pages.clientHeight) pages.scrollTop = shown.offsetTop - pages.clientHeight / 2;
}

// Paper shows what is folded, except answers.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.output:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
