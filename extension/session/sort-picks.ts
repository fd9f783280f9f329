/** Returns the contexts in the order in which a person looks for a name: the current one first, numbers by their value. */
export function sortByName<Context extends { readonly name: string }>(
  contexts: readonly Context[],
  current: string | undefined,
): readonly Context[] {
  const isLater = ({ name }: Context): number => Number(name !== current);
  return contexts.toSorted(
    (a, b) => isLater(a) - isLater(b) || a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" }),
  );
}

/**
 * Returns `files` sorted: first file names that contain `name`, then files in a folder of that name, then the others.
 * Files of equal rank keep their order.
 */
export function sortByLikelihood<File extends { readonly path: string }>(
  files: readonly File[],
  name: string,
): readonly File[] {
  const rank = ({ path }: File): number => {
    const [file = "", ...folders] = path.split("/").toReversed();
    return file.includes(name) ? 0 : folders.includes(name) ? 1 : 2;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}
