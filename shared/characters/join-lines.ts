/** The lines of a text on one, without empty ones. A pattern for the spaces around a line break would cost their square. */
export function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
