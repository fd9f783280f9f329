/** Sets an entry of a map as its newest one, and drops the oldest entries beyond `max`. */
export function setNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  const oldestKeys = [...entries.keys()].slice(0, -max);
  for (const oldestKey of oldestKeys) entries.delete(oldestKey);
}
