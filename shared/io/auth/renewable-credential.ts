/** A credential that is valid for some time, such as a token. */
export interface TimedCredential<P> {
  readonly value: P;
  /** The end of its validity, in milliseconds since 1970. Absent: valid until a server refuses it. */
  readonly validUntilMs?: number;
}

/** The newest credential. It is obtained on demand, and never twice at once. */
export interface RenewableCredential<P> {
  /**
   * The value of the newest credential. `refused`: the value that the caller's own server refused. Another one is
   * obtained then. Other callers keep the old one meanwhile, and where the renewal fails.
   * @throws what obtaining threw, to every caller that waited for it. A later call tries again.
   */
  current(refused?: P): Promise<P>;
  /** Marks `value` as refused for all callers. The next call of `current` renews it, unless another did so. */
  refuse(value: P): void;
}

/**
 * One credential for all requests (client-go, plugin/pkg/client/auth/exec/exec.go: getCreds, maybeRefreshCreds). Each
 * time, `obtain` must return another value object, even with equal content. So a late refusal of an older one renews
 * nothing.
 *
 * `isTooSoon`: whether a credential obtained at that time is too new for a renewal. A caller that refuses it gets it
 * again.
 */
export function createRenewableCredential<P extends object>(
  obtain: () => Promise<TimedCredential<P>>,
  now: () => number,
  isTooSoon: (obtainedAtMs: number) => boolean = () => false,
): RenewableCredential<P> {
  let newest: (TimedCredential<P> & { readonly obtainedAtMs: number }) | undefined;
  let obtaining: Promise<P> | undefined;

  async function renew(): Promise<P> {
    try {
      newest = { ...(await obtain()), obtainedAtMs: now() };
      return newest.value;
    } finally {
      obtaining = undefined;
    }
  }

  return {
    async current(refused) {
      const isValid = newest !== undefined && now() <= (newest.validUntilMs ?? Number.POSITIVE_INFINITY);
      if (newest !== undefined && isValid && (newest.value !== refused || isTooSoon(newest.obtainedAtMs)))
        return newest.value;
      obtaining ??= renew();
      return obtaining;
    },
    refuse(value) {
      if (newest?.value === value) newest = { ...newest, validUntilMs: Number.NEGATIVE_INFINITY };
    },
  };
}
