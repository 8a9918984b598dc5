"""The page of the widget: its style and its script. No network, no libraries; colours are those of the notebook."""

STYLE = """
.lw-widget { font: 13px/1.45 system-ui, sans-serif; color: var(--jp-ui-font-color1, inherit); display: grid;
  grid-template-columns: minmax(280px, 1fr) minmax(260px, 1fr); gap: 12px; padding: 4px 2px; }
.lw-widget code, .lw-widget pre { font: 12.5px/1.5 ui-monospace, monospace; background: none; color: inherit; padding: 0; }
.lw-widget p { margin: 0; padding: 2px 8px; }
.lw-widget .box { --ink: #6b7f8e; border: 1px solid color-mix(in srgb, var(--ink) 45%, transparent);
  border-left: 3px solid var(--ink); border-radius: 6px; margin: 3px 0 3px 10px; padding: 1px 0; cursor: pointer;
  background: color-mix(in srgb, var(--ink) 5%, transparent); }
.lw-widget .tree > .box { margin-left: 0; }
.lw-widget .box.parallel { --ink: #1e8449; } .lw-widget .box.vectorized { --ink: #8e44ad; }
.lw-widget .box.unrolled { --ink: #b9770e; } .lw-widget .box.reduce { --ink: #c0392b; }
.lw-widget .box.block { --ink: #2471a3; border-style: dashed; border-left-style: solid; }
.lw-widget .box.lw-hover { border-color: var(--ink); }
.lw-widget .box.lw-chosen { outline: 2px solid #2f80ed; outline-offset: -1px;
  background: color-mix(in srgb, #2f80ed 12%, transparent); }
.lw-widget .extent, .lw-widget .dim, .lw-widget .lw-dim { color: var(--jp-ui-font-color2, #777); }
.lw-widget .chip { font-size: 11px; color: var(--ink); border: 1px solid var(--ink); border-radius: 8px; padding: 0 6px; }
.lw-widget .work { float: right; width: 60px; height: 6px; margin: 7px 2px; border-radius: 3px;
  background: color-mix(in srgb, var(--ink) 15%, transparent); }
.lw-widget .work span { display: block; height: 6px; border-radius: 3px; background: var(--ink); }
.lw-widget .lw-steps { max-height: 340px; overflow: auto; border: 1px solid var(--jp-border-color2, #bbb);
  border-radius: 6px; padding: 4px; }
.lw-widget button.lw-step { display: block; width: 100%; text-align: left; border: 0; border-radius: 4px; padding: 3px 8px;
  background: none; color: inherit; cursor: pointer; font: 12.5px/1.5 ui-monospace, monospace; }
.lw-widget button.lw-step:hover, .lw-widget button.lw-step:focus { background: color-mix(in srgb, #2f80ed 15%, transparent); }
.lw-widget details summary { padding: 3px 8px; cursor: pointer; color: var(--jp-ui-font-color2, #777);
  font: 12.5px/1.5 ui-monospace, monospace; }
.lw-widget .lw-why { border-left: 3px solid #c0392b; margin: 2px 8px 6px; padding: 2px 10px; }
.lw-widget .lw-line { grid-column: 1 / -1; display: flex; gap: 8px; }
.lw-widget .lw-line input { flex: 1; font: 12.5px ui-monospace, monospace; padding: 4px 8px; color: inherit;
  background: var(--jp-input-background, transparent); border: 1px solid var(--jp-border-color1, #bbb); border-radius: 4px; }
.lw-widget .lw-line button { padding: 3px 12px; cursor: pointer; }
.lw-widget .lw-text { grid-column: 1 / -1; white-space: pre-wrap; margin: 0; padding: 6px 10px; border-radius: 6px;
  background: color-mix(in srgb, currentColor 6%, transparent); }
"""

SCRIPT = """
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};

function reason(refused) {
  const card = make("div", "lw-why");
  if (refused.step) card.append(make("p", "", refused.step + " is refused"));
  for (const text of [refused.why, refused.witness, refused.hint]) if (text) card.append(make("p", "", text));
  return card;
}

function render({ model, el }) {
  const root = make("div", "lw-widget"), tree = make("div", "lw-tree"), steps = make("div", "lw-steps");
  const line = make("div", "lw-line"), input = make("input"), apply = make("button", "", "Apply");
  const undo = make("button", "", "Undo"), refusal = make("div", "lw-refusal"), text = make("pre", "lw-text");
  input.placeholder = "a step as it is typed: split(i, [None, 8])";
  input.setAttribute("aria-label", "Type a step");
  refusal.style.gridColumn = "1 / -1";
  line.append(input, apply, undo);
  root.append(tree, steps, line, refusal, text);
  el.append(root);

  const ask = (kind, more) => model.send({ kind, ...more });
  const box = (event) => event.target.closest && event.target.closest(".box");
  tree.addEventListener("click", (event) => {
    const chosen = box(event);
    if (chosen) ask("select", { at: chosen.dataset.k });
  });
  tree.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.target.click(); }
  });
  tree.addEventListener("mouseover", (event) => {
    for (const one of tree.querySelectorAll(".lw-hover")) one.classList.remove("lw-hover");
    const under = box(event);
    if (under) under.classList.add("lw-hover");
  });
  const typed = () => { if (input.value.trim()) ask("apply", { step: input.value.trim() }); };
  apply.addEventListener("click", typed);
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();  // the notebook has keys of its own
    if (event.key === "Enter") typed();
  });
  undo.addEventListener("click", () => ask("undo"));

  function showTree() {
    tree.innerHTML = model.get("tree");  // made by the engine, which escapes names
    for (const one of tree.querySelectorAll(".box")) {
      one.tabIndex = 0;
      one.classList.toggle("lw-chosen", one.dataset.k === model.get("at"));
    }
  }
  function showSteps() {
    steps.replaceChildren();
    const all = model.get("steps");
    if (!all.length) {
      steps.append(make("p", "lw-dim", "Click a loop or a block: the steps that are possible there appear here."));
      return;
    }
    for (const one of all.filter((s) => !s.why || s.undecided)) {
      const button = make("button", "lw-step", one.step + (one.undecided ? "  (decided by a click)" : ""));
      button.title = one.summary;
      button.addEventListener("click", () => ask("apply", { step: one.step }));
      steps.append(button);
    }
    for (const one of all.filter((s) => s.why && !s.undecided)) {
      const more = make("details"), head = make("summary", "", one.step + "  \\u2014 refused");
      more.append(head, reason({ ...one, step: "" }));
      steps.append(more);
    }
  }
  function showText() {
    text.textContent = model.get("text") || "# each step that you click is added here";
    undo.disabled = !model.get("text");
    const refused = model.get("refused");
    refusal.replaceChildren(...(refused.why ? [reason(refused)] : []));
    if (!refused.why) input.value = "";
  }
  const showAll = () => { showTree(); showSteps(); showText(); };
  for (const name of ["tree", "at", "steps", "text", "refused"]) model.on("change:" + name, showAll);
  showAll();
}

export default { render };
"""
