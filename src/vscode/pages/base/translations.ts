// Gives `@vscode/l10n` the translations that the extension put into the page (`runPages/webviewPage.ts`). The page
// imports this module first, since other modules have texts in constants.
import * as l10n from '@vscode/l10n';

const { translations } = document.body.dataset;
if (translations !== undefined) l10n.config({ contents: translations });
