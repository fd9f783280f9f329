/** Milliseconds between two lines about a goal that was met and then lost. A log with more would be useless. */
const spacing = 5_000;

/**
 * Returns a function that counts how often the goal was lost and returns how many of these times need a line now. It is
 * called at every look, with the time.
 */
export function countResets(): (isLost: boolean, now: number) => number {
  let waiting = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  return (isLost, now) => {
    if (isLost) waiting += 1;
    if (waiting === 0 || now - toldAt < spacing) return 0;
    const due = waiting;
    waiting = 0;
    toldAt = now;
    return due;
  };
}
