import { afterEach } from "vitest";

/** Returns a list to which a test adds what it opened. After each test all of it is closed, the last opened first. */
export function closeAfterEach(): (() => unknown)[] {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return closing;
}
