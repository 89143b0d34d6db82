// Theme: set before anything is painted, so that no page flashes in the other one. It is no module,
// since modules run after the first paint; settings.js changes later what is set here.

{
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("tilefall-settings") ?? "{}");
    if (kept?.theme === "light" || kept?.theme === "dark") root.dataset.theme = kept.theme;
    if (kept?.motion === "less") root.dataset.motion = "less";
  } catch {
    // no store, or rubbish in it: the page looks as the system does
  }
}
