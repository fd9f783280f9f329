/** The error for a name that occurs twice in the list at `place`. */
export function nameTwiceText(file: string, place: string, name: string): string {
  return `${file}: ${place} has "${name}" twice; keep one of them`;
}
