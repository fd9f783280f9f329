/** A clock that a test advances. */
export function createManualClock(): {
  now(): number;
  after(ms: number, call: () => void): () => void;
  advance(ms: number): void;
  timers(): number;
} {
  let now = 1_000_000;
  let waiting: readonly { readonly at: number; readonly call: () => void }[] = [];
  return {
    now: () => now,
    timers: () => waiting.length,
    after(ms, call) {
      const one = { at: now + ms, call };
      waiting = [...waiting, one];
      return () => {
        waiting = waiting.filter((each) => each !== one);
      };
    },
    advance(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { call } of due) call();
    },
  };
}
