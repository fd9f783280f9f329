import { writeFile } from "node:fs/promises";
import { noticesFile, renderNotices } from "./notices.ts";

// Writes THIRD-PARTY-NOTICES again, after a change of the bundled packages.

await writeFile(noticesFile, await renderNotices());
