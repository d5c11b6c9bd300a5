// The view "Servers & Tools" as a person uses it.
import type { Workbench } from './workbench.ts';
import { TreePanel } from './treePanel.ts';

export class ServersPanel extends TreePanel {
  /** Resolves when the view shows its servers. */
  static async open(workbench: Workbench): Promise<ServersPanel> {
    await workbench.runCommand('Code Mode: Focus on Servers & Tools View');
    const panel = new ServersPanel(workbench.page);
    await panel.shown();
    return panel;
  }

  /** Resolves when the view, which has no rows, says `text`. */
  async welcomes(text: string): Promise<void> {
    await this.page.locator('.pane-body .welcome-view', { hasText: text }).waitFor();
  }
}
