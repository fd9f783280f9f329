/**
 * Returns a function that hands each event to `handle`, one after the other. An event that `handle` causes at once waits
 * until it has returned. What `handle` throws goes to `failed`. Events that waited then are handled with the next one.
 */
export function handleInTurn<Event>(
  handle: (event: Event) => void,
  failed: (bug: unknown) => void,
): (event: Event) => void {
  const waiting: Event[] = [];
  let isHandling = false;
  return (event) => {
    waiting.push(event);
    if (isHandling) return;
    isHandling = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) handle(next);
    } catch (bug) {
      failed(bug);
    } finally {
      isHandling = false;
    }
  };
}
