// Runs within a page that is measured, so that nothing the driver does counts: `Measures` tells what there is.
(() => {
  const frame = () => new Promise(requestAnimationFrame);
  /** Until what the page has made of it is on the screen. */
  const painted = () => frame().then(() => new Promise((done) => setTimeout(done)));
  const patience = 20_000;
  const until = async (isShown) => {
    const began = performance.now();
    while (!isShown()) {
      if (performance.now() - began > patience) throw new Error(`Not shown: ${isShown}`);
      await frame();
    }
    const shown = performance.now();
    await painted();
    return shown;
  };
  const longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });

  globalThis.measures = {
    async until(act, isShown) {
      const began = performance.now();
      act();
      await until(isShown);
      return performance.now() - began;
    },
    /** Of a page that is loading: milliseconds since one asked for it, and what it has asked for until then. */
    async sinceAsked(isShown) {
      const shown = await until(isShown);
      const milliseconds = performance.now();
      const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shown);
      return { milliseconds, addresses: asked.map(({ name }) => name) };
    },
    longTasks: () => longTasks.splice(0).map(({ duration }) => duration),
    /** Scrolls by so many pixels a frame; how long each frame took. */
    async scroll(box, pixels, frames) {
      const times = [];
      let before = await frame();
      for (let count = 0; count < frames; count += 1) {
        box.scrollTop += pixels;
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
  };
})();
