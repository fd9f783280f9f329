/*
 * A program ends if another replica may take its lease. Nothing is wrong with the program: it did not reach the API server in
 * time (client-go tools/leaderelection/leaderelection.go, `renew`; controller-runtime pkg/manager/internal.go).
 */

/** client-go leaderelection.go, `tryAcquireOrRenew`: with `%v` up to Kubernetes 1.33, as structured lines since. */
const lockFailure = /error retrieving (?:resource|lease) lock|failed to update (?:lock|lease)/i;

/** Whether a line says that the program ends because its lease is lost. With "stop sequence" a manager stops for another reason. */
function isLostLease(text: string): boolean {
  return /leader ?election lost/i.test(text) && !/stop sequence/.test(text);
}

/** The indices of the lines that say that the lease is lost, if a line before them says that its lock failed. */
export function findLosses(texts: readonly string[]): ReadonlySet<number> {
  const firstFailure = texts.findIndex((text) => lockFailure.test(text));
  if (firstFailure < 0) return new Set();
  const losses = texts.flatMap((text, index) => (index > firstFailure && isLostLease(text) ? [index] : []));
  return new Set(losses);
}

/**
 * The index of the line that says best why the lease was lost: of those before it that say that its lock failed, the last with
 * an address, else the last. Undefined if there is none, or if line `loss` does not say that the lease is lost.
 */
export function findLockFailure(texts: readonly string[], loss: number): number | undefined {
  if (!isLostLease(texts[loss] ?? "")) return undefined;
  const failures = texts.slice(0, loss).flatMap((text, index) => (lockFailure.test(text) ? [index] : []));
  return failures.findLast((index) => /https?:\/\//.test(texts[index] ?? "")) ?? failures.at(-1);
}
