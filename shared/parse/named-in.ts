/**
 * Whether a message names an object: `Deployment "kubevirt/virt-api" is not available.` names virt-api, and neither
 * `virt-api-7d9c8` nor `virt-api.kubevirt.io` does.
 */
export function isNamedIn(message: string, name: string): boolean {
  const pieces = message.split(name);
  return pieces.slice(1).some((after, index) => !/[\w.-]$/.test(pieces[index] ?? "") && !/^[\w-]|^\.\w/.test(after));
}
