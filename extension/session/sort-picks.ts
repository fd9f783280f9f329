/** Returns the contexts sorted by their names, the current one first: `edge-2` before `edge-10`. */
export function sortByName<Context extends { readonly name: string }>(
  contexts: readonly Context[],
  current: string | undefined,
): readonly Context[] {
  const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const sorted = contexts.toSorted((a, b) => names.compare(a.name, b.name));
  const isCurrent = ({ name }: Context): boolean => name === current;
  return [...sorted.filter(isCurrent), ...sorted.filter((context) => !isCurrent(context))];
}

/**
 * Returns `files` sorted: first file names that contain `name`, then files in a folder of that name, then the others.
 * Files of equal rank keep their order.
 */
export function sortByLikelihood<File extends { readonly path: string }>(
  files: readonly File[],
  name: string,
): readonly File[] {
  const rankOf = ({ path }: File): number => {
    const folders = path.split("/");
    const fileName = folders.pop() ?? "";
    if (fileName.includes(name)) return 0;
    return folders.includes(name) ? 1 : 2;
  };
  return files.toSorted((a, b) => rankOf(a) - rankOf(b));
}
