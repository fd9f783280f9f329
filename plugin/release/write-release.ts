import { join } from "node:path";
import { repositoryRoot } from "./bundled-packages.ts";
import { writeNpmPackage } from "./npm-package.ts";
import { writeRelease } from "./release-files.ts";

// Writes what a release publishes besides the extension, after `npm run build` and `npm run package -- --all`:
// dist/npm for npm, and dist/release for everything else.

const dist = join(repositoryRoot, "dist");

await writeNpmPackage(dist, join(dist, "npm"));
await writeRelease(join(dist, "package"), join(dist, "release"));
