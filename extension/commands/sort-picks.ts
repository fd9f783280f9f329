/**
 * Returns `files` sorted: first file names that contain `name`, then files in a folder of that name, then the others.
 * Files of equal rank keep their order.
 */
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
