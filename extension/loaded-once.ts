/** A bundle that is loaded when somebody needs it first. */
export interface LoadedOnce<Made> {
  /** Undefined until it is loaded. */
  readonly made: Made | undefined;
  /** Begins to load it, or waits for who did; what has failed is tried again by whoever needs it next. */
  load(): Promise<Made>;
}

export function loadedOnce<Made>(from: () => Promise<Made>): LoadedOnce<Made> {
  let made: Made | undefined;
  let loading: Promise<Made> | undefined;

  async function begin(): Promise<Made> {
    try {
      made = await from();
      return made;
    } finally {
      // Of one that has failed Node forgets all, too, so the next may find what is there by then.
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
