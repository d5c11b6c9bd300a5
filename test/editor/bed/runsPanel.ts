// The view "Runs" as a person uses it.
import { RunPage } from './runPage.ts';
import { TreePanel } from './treePanel.ts';
import type { Workbench } from './workbench.ts';

export class RunsPanel extends TreePanel {
  /** Resolves when the view shows its runs. */
  static async open(workbench: Workbench): Promise<RunsPanel> {
    await workbench.runCommand('Code Mode: Focus on Runs View');
    const panel = new RunsPanel(workbench.page);
    await panel.row('Today', /\d runs?/);
    return panel;
  }

  /** Clicks the run with that title. */
  async openTrace(title: string): Promise<RunPage> {
    // A click on a run that moved at that moment may have closed its day.
    const day = await this.row('Today', '');
    if ((await day.getAttribute('aria-expanded')) === 'false') await this.toggle(day);
    await (await this.row(title, '')).click();
    return RunPage.open(this.page, title);
  }
}
