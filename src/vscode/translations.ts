// Gives `@vscode/l10n`, which modules without `vscode` use, the translations that VS Code has loaded for its language.
// The extension imports this module first, since other modules have texts in constants.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
