/** Something that proves who we are for some time, such as a token. */
export interface Lease<P> {
  readonly proof: P;
  /** Milliseconds since 1970 up to which it holds; absent: until somebody refuses it. */
  readonly until?: number;
}

/** The newest lease, obtained when it is needed and never twice at once. */
export interface Renewable<P> {
  /** @throws what obtaining threw, to everybody who waited for it; whoever asks later begins anew. */
  current(): Promise<P>;
  /** The server refused `proof`: another one is obtained at the next question, unless that has happened meanwhile. */
  refuse(proof: P): void;
}

/**
 * One lease for all questions (client-go, plugin/pkg/client/auth/exec/exec.go: getCreds, maybeRefreshCreds). Each lease
 * needs a proof that is an object of its own, even where it says the same: a late refusal of an older one renews nothing.
 */
export function renewable<P extends object>(obtain: () => Promise<Lease<P>>, now: () => number): Renewable<P> {
  let held: Lease<P> | undefined;
  let obtaining: Promise<P> | undefined;

  async function renew(): Promise<P> {
    try {
      held = await obtain();
      return held.proof;
    } finally {
      obtaining = undefined;
    }
  }

  return {
    async current() {
      if (held !== undefined && now() <= (held.until ?? Number.POSITIVE_INFINITY)) return held.proof;
      obtaining ??= renew();
      return obtaining;
    },
    refuse(proof) {
      if (held?.proof === proof) held = { proof, until: Number.NEGATIVE_INFINITY };
    },
  };
}
