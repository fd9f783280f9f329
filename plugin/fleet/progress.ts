/** A progress line on standard error while several clusters are read, and all other output there meanwhile. */
export interface FleetProgress {
  readonly begin: (name: string) => void;
  readonly end: (name: string) => void;
  /** Erases the line while `work` uses the terminal. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isAside: () => boolean;
  /** Prints text that a credential plugin or the connection reports about a cluster. */
  readonly said: (name: string, text: string) => void;
  /** Erases the line for good. */
  readonly close: () => void;
}
