// The search of a site that was opened from a file: browsers start no worker there, so its script runs in a hidden frame.
if (location.protocol === "file:") {
  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      const fetched = (address) =>
        new Promise((done, failed) => {
          const script = inside.document.createElement("script");
          Object.assign(script, { src: address, onload: done, onerror: failed });
          inside.document.body.append(script);
        });
      inside.importScripts = async (...all) => {
        for (const one of all) await fetched(one);
      };
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const ready = fetched(url);
      this.postMessage = (data) => ready.then(() => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  }
  Object.assign(window, { IFrameWorker, Worker: IFrameWorker });
}
