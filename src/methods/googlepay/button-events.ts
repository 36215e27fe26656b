/** What the frame of Google's button tells the page around it, as events of the frame's element. */
export const buttonEvents = { press: "wasl-press", missing: "wasl-missing" } as const;
