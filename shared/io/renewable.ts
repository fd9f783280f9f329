/** Something that proves who we are for some time, such as a token. */
export interface Lease<P> {
  readonly proof: P;
  /** Milliseconds since 1970 up to which it holds; absent: until somebody refuses it. */
  readonly until?: number;
}

/** The newest lease, obtained when it is needed and never twice at once. */
export interface Renewable<P> {
  /**
   * `refused`: what the asker's own server refused, which says nothing of others: another one is obtained, and whoever is
   * content with the old one goes on with it meanwhile, and where that fails.
   * @throws what obtaining threw, to everybody who waited for it; whoever asks later begins anew.
   */
  current(refused?: P): Promise<P>;
  /** Nobody has any use for `proof` any more: another one is obtained at the next question, unless that has happened meanwhile. */
  refuse(proof: P): void;
}

/**
 * One lease for all questions (client-go, plugin/pkg/client/auth/exec/exec.go: getCreds, maybeRefreshCreds). Each lease
 * needs a proof that is an object of its own, even where it says the same: a late refusal of an older one renews nothing.
 *
 * `isTooSoon`: what was obtained at that moment is not renewed yet for who refuses it, who gets it again.
 */
export function renewable<P extends object>(
  obtain: () => Promise<Lease<P>>,
  now: () => number,
  isTooSoon: (obtainedAt: number) => boolean = () => false,
): Renewable<P> {
  let held: (Lease<P> & { readonly at: number }) | undefined;
  let obtaining: Promise<P> | undefined;

  async function renew(): Promise<P> {
    try {
      const lease = await obtain();
      held = { ...lease, at: now() };
      return held.proof;
    } finally {
      obtaining = undefined;
    }
  }

  return {
    async current(refused) {
      const isValid = held !== undefined && now() <= (held.until ?? Number.POSITIVE_INFINITY);
      if (held !== undefined && isValid && (held.proof !== refused || isTooSoon(held.at))) return held.proof;
      obtaining ??= renew();
      return obtaining;
    },
    refuse(proof) {
      if (held?.proof === proof) held = { ...held, until: Number.NEGATIVE_INFINITY };
    },
  };
}
