/**
 * The end of a program whose lease another one may take. Nothing is wrong with the program: it did not reach the API
 * server in time (client-go tools/leaderelection/leaderelection.go, `renew`; controller-runtime pkg/manager/internal.go).
 */

/**
 * Whether a line says that the program ends because its lease is lost. A manager that stops for another reason says the
 * same after its stop sequence was engaged.
 */
function isLostLease(text: string): boolean {
  return /leader ?election lost/i.test(text) && !/stop sequence/.test(text);
}

/** client-go leaderelection.go, `tryAcquireOrRenew`: with `%v` up to Kubernetes 1.33, as structured lines since. */
const lockFailure = /error retrieving (?:resource|lease) lock|failed to update (?:lock|lease)/i;

/** The indices of the lines that say that the lease is lost, where a line before them says that its lock failed. */
export function findLosses(texts: readonly string[]): ReadonlySet<number> {
  const first = texts.findIndex((text) => lockFailure.test(text));
  const losses = texts.flatMap((text, index) => (first >= 0 && index > first && isLostLease(text) ? [index] : []));
  return new Set(losses);
}

/** The index of the line that says best why the lock failed before `loss`: the last with an address, else the last. */
export function findLockFailure(texts: readonly string[], loss: number): number | undefined {
  const failures = texts.slice(0, loss).flatMap((text, index) => (lockFailure.test(text) ? [index] : []));
  return failures.findLast((index) => /https?:\/\//.test(texts[index] ?? "")) ?? failures.at(-1);
}
