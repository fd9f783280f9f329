/** `./dump`, `../dump`, `/tmp/dump`, `~/dump`, `dump/`, `C:\dump`: no name and no type contains these. */
export function isWrittenAsPath(word: string): boolean {
  return /^(\.{0,2}|~[^/]*)\/|^\.{1,2}$|\/$|\\/.test(word);
}

/** Whether a word ends as the files that the plugin reads: `pods.yaml`, `dump.tar.gz`, `virt-api.log`. */
export function hasFileExtension(word: string): boolean {
  return /\.(ya?ml|json|tar|tgz|tzst|txz|zip|gz|zst|xz|txt|log)$/i.test(word);
}
