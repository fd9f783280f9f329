/** A bundle that is loaded when it is first needed. */
export interface LoadedOnce<Made> {
  /** The loaded bundle; undefined until then. */
  readonly made: Made | undefined;
  /** Loads the bundle, or waits for a load in progress. A failed load is retried at the next call. */
  load(): Promise<Made>;
}

export function loadOnce<Made>(from: () => Promise<Made>): LoadedOnce<Made> {
  let made: Made | undefined;
  let loading: Promise<Made> | undefined;

  async function begin(): Promise<Made> {
    try {
      made = await from();
      return made;
    } finally {
      // Node also forgets a failed import, so the next attempt may succeed.
      if (made === undefined) loading = undefined;
    }
  }

  return {
    get made() {
      return made;
    },
    load() {
      loading ??= begin();
      return loading;
    },
  };
}
