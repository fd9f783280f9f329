import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder with the Node of the plugin's own package, which npm installs beside a checkout. Undefined if it is not
 * there, as in a package that npm installed without devDependencies. `script`: the plugin's file, which may be a link.
 */
export function packagedNodeFolder(script: string): string | undefined {
  try {
    const folder = join(dirname(realpathSync(script)), "../node_modules/node/bin");
    return existsSync(join(folder, "node")) ? folder : undefined;
  } catch {
    return undefined;
  }
}
