/** Renews things soon after their sources have changed. */
export interface DocumentRenewal<Thing> {
  /** Renews the thing soon, together with others. */
  request(thing: Thing): void;
  /** Drops a thing that no longer exists. */
  forget(thing: Thing): void;
  cancel(): void;
}
