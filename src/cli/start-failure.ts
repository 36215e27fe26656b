/** Why a start failed, for the person at the terminal. */

type Failure = Error & {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly port?: unknown;
  readonly hostname?: unknown;
};

/**
 * What went wrong and what to do, in a sentence.
 * @param environment the variables of the start, to tell an address of ours from one of the database
 */
export function startFailure(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, port, hostname } = error as Failure;
  const isMetrics = String(port) === environment["WASL_METRICS_PORT"];
  const ports = isMetrics ? "WASL_METRICS_PORT" : "PORT, SIM_PORT or SIM_SMTP_PORT";
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Set ${ports} to a free one (docs/operations.md).`;
  if (code === "EACCES" && syscall === "listen")
    return `This user may not listen on port ${port}. Set ${ports} to one above 1023 (docs/operations.md).`;
  const isName = [environment["HOST"], environment["SIM_HOST"]].some(
    (name) => name !== undefined && name === hostname,
  );
  if (code === "EADDRNOTAVAIL" || (syscall === "getaddrinfo" && isName))
    return `HOST or SIM_HOST is no address of this machine (${error.message}). See docs/operations.md.`;
  return error.message;
}
