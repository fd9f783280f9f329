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

/** How a credential is obtained, and when it is too new to be renewed. */
interface CredentialSource<P> {
  /** Returns another value object each time, even with equal content. So a late refusal of an older one renews nothing. */
  readonly obtain: () => Promise<TimedCredential<P>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a caller that refuses a credential obtained at that time gets it again. Absent: never. */
  readonly isTooSoon?: (obtainedAtMs: number) => boolean;
}

/** One credential for all requests (client-go, plugin/pkg/client/auth/exec/exec.go: getCreds, maybeRefreshCreds). */
export function createRenewableCredential<P extends object>({
  obtain,
  now,
  isTooSoon = () => false,
}: CredentialSource<P>): RenewableCredential<P> {
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
      if (newest !== undefined && now() <= (newest.validUntilMs ?? Number.POSITIVE_INFINITY)) {
        if (newest.value !== refused || isTooSoon(newest.obtainedAtMs)) return newest.value;
      }
      obtaining ??= renew();
      return obtaining;
    },
    refuse(value) {
      if (newest?.value === value) newest = { ...newest, validUntilMs: Number.NEGATIVE_INFINITY };
    },
  };
}
