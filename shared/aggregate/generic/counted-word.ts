/** A text without the count in it, and whether that count is full: `Running (3/3)` is `Running`, `0% healthy` is short. */
export function withoutCount(text: string): { readonly word: string; readonly isShort: boolean } {
  let isShort = false;
  const word = text.replace(count, (all: string, some?: string, whole?: string, percent?: string) => {
    if (percent === undefined ? Number(some) < Number(whole) : Number(percent) < 100) isShort = true;
    // Nothing of nothing proves nothing.
    return Number(percent ?? whole) === 0 ? all : "";
  });
  return { word, isShort };
}

const count = /\(?\b(?:(\d{1,9}) ?(?:\/| of ) ?(\d{1,9})|(\d{1,9}(?:\.\d{1,9})?)%)(?![\d.])\)?/g;

/** Whether a text has only letters, blanks and the signs that join words. Others may deny it: `!Ready`, `ready=0`. */
export function isMereWord(text: string): boolean {
  return /^[A-Za-z\s_.-]*$/.test(text);
}
