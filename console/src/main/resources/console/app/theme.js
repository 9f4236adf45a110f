// Runs before anything is drawn, so that nobody sees the other theme first. A plain script for that reason.
(function () {
  function chosen() {
    try { return localStorage.getItem('belfry.theme') || 'auto'; } catch { return 'auto'; }
  }
  function show(theme) {
    document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
    document.documentElement.dataset.theme = theme;
  }
  globalThis.belfryTheme = {
    chosen,
    choose(theme) {
      try { localStorage.setItem('belfry.theme', theme); } catch { /* it holds for this page then */ }
      show(theme);
      dispatchEvent(new Event('themechange'));
    },
  };
  show(chosen());
})();
