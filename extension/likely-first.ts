/** Files whose own name has `name` in it first, then those with a folder of that name; else as they came. */
export function likelyFirst<File extends { readonly path: string }>(
  files: readonly File[],
  name: string,
): readonly File[] {
  const rank = ({ path }: File): number => {
    const [file = "", ...folders] = path.split("/").toReversed();
    return file.includes(name) ? 0 : folders.includes(name) ? 1 : 2;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}
