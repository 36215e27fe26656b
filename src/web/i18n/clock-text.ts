/** Minutes and seconds that are left, as a clock that counts down has them: "59:07", and "00:00" from the end on. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => `${part}`.padStart(2, "0")).join(":");
}
