/** How many of the desired parts of an object are ready, such as the pods of a workload. */
export interface ReadyCount {
  readonly ready: number;
  readonly desired: number;
}

/** Reads the fact `ready` of a node: `2/3` -> 2 of 3. Undefined for another text and for a missing one. */
export function parseReadyCount(text: string | undefined): ReadyCount | undefined {
  const [, ready, desired] = /^(\d+)\/(\d+)$/.exec(text ?? "") ?? [];
  return ready === undefined ? undefined : { ready: Number(ready), desired: Number(desired) };
}
