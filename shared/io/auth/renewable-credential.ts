/** A credential that is valid for some time, such as a token. */
export interface TimedCredential<P> {
  readonly proof: P;
  /** The end of its validity, in milliseconds since 1970. Absent: valid until a server refuses it. */
  readonly until?: number;
}

/** The newest lease. It is obtained on demand, and never twice at once. */
export interface RenewableCredential<P> {
  /**
   * The proof of the newest lease. `refused`: the proof that the caller's own server refused. Another one is obtained
   * then. Other callers keep the old proof meanwhile, and where the renewal fails.
   * @throws what obtaining threw, to every caller that waited for it. A later call tries again.
   */
  current(refused?: P): Promise<P>;
  /** Marks `proof` as refused for all callers. The next call of `current` renews it, unless another did so. */
  refuse(proof: P): void;
}

/**
 * One lease for all requests (client-go, plugin/pkg/client/auth/exec/exec.go: getCreds, maybeRefreshCreds). Each lease
 * needs a proof object of its own, even with equal content. So a late refusal of an older one renews nothing.
 *
 * `isTooSoon`: whether a lease obtained at that time is too new for a renewal. A caller that refuses it gets it again.
 */
export function createRenewableCredential<P extends object>(
  obtain: () => Promise<TimedCredential<P>>,
  now: () => number,
  isTooSoon: (obtainedAt: number) => boolean = () => false,
): RenewableCredential<P> {
  let newest: (TimedCredential<P> & { readonly at: number }) | undefined;
  let obtaining: Promise<P> | undefined;

  async function renew(): Promise<P> {
    try {
      const lease = await obtain();
      newest = { ...lease, at: now() };
      return newest.proof;
    } finally {
      obtaining = undefined;
    }
  }

  return {
    async current(refused) {
      const isValid = newest !== undefined && now() <= (newest.until ?? Number.POSITIVE_INFINITY);
      if (newest !== undefined && isValid && (newest.proof !== refused || isTooSoon(newest.at))) return newest.proof;
      obtaining ??= renew();
      return obtaining;
    },
    refuse(proof) {
      if (newest?.proof === proof) newest = { ...newest, until: Number.NEGATIVE_INFINITY };
    },
  };
}
