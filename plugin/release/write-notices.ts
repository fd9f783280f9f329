import { writeFile } from "node:fs/promises";
import { extensionNoticesFile, noticesFile, renderExtensionNotices, renderNotices } from "./notices.ts";

// Writes both THIRD-PARTY-NOTICES again, after a change of the bundled packages.

await writeFile(noticesFile, await renderNotices());
await writeFile(extensionNoticesFile, await renderExtensionNotices());
