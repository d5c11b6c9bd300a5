// Builds the page of a webview. The page runs one script and one style sheet of the extension and reaches nothing else
// (docs/decisions/0031-webviews.md).
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * Loads the page about a run. The page may read only `dist/webview`, from which it loads `run.js` and `runStyle.css`.
 * It shows pictures and sounds that the extension sends as data and loads none from elsewhere.
 */
export function loadPage(panel: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const icons = vscode.Uri.joinPath(extensionUri, 'media');
  panel.iconPath = {
    light: vscode.Uri.joinPath(icons, 'traceLight.svg'),
    dark: vscode.Uri.joinPath(icons, 'traceDark.svg'),
  };
  const { webview } = panel;
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const nonce = randomBytes(18).toString('base64url');
  const file = (path: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, path)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    'media-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  webview.html = `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" nonce="${nonce}" href="${file('runStyle.css')}">
    <title>Code Mode</title>
  </head>
  <body${translations()}>
    <script nonce="${nonce}" src="${file('run.js')}"></script>
  </body>
</html>
`;
}

/** Returns the attribute with the translations of VS Code's language; nothing for English. */
function translations(): string {
  const { bundle } = vscode.l10n;
  if (bundle === undefined) return '';
  const text = JSON.stringify(bundle).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return ` data-translations="${text}"`;
}
