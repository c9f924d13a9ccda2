/** Declares the used part only; the package does not export its own declarations. */
declare module 'mux-embed' {
  const mux: {
    monitor(
      element: HTMLMediaElement,
      options: {
        disableCookies: boolean;
        respectDoNotTrack: boolean;
        data: Readonly<Record<string, string | number>>;
        stateDataTranslator(state: Record<string, unknown>): Record<string, unknown>;
      },
    ): void;
    destroyMonitor(element: HTMLMediaElement): void;
  };
  export default mux;
}
