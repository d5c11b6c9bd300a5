/* Wine's own taskkill knows no /T. This one answers `taskkill /pid N /T /F` as Windows does: it ends the process and all that
   it started, children of what is gone included. */
#include <windows.h>
#include <tlhelp32.h>
#include <stdlib.h>
#include <string.h>

static int end(DWORD id) {
  HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, id);
  int ended = process && TerminateProcess(process, 1);
  if (process) CloseHandle(process);
  return ended;
}

static void endChildren(HANDLE all, DWORD parent, int depth) {
  PROCESSENTRY32 entry = { .dwSize = sizeof entry };
  DWORD children[256];
  int count = 0;
  for (BOOL more = Process32First(all, &entry); more && count < 256; more = Process32Next(all, &entry))
    if (entry.th32ParentProcessID == parent) children[count++] = entry.th32ProcessID;
  for (int i = 0; i < count; i++) {
    if (depth < 16) endChildren(all, children[i], depth + 1);
    end(children[i]);
  }
}

int main(int count, char **arguments) {
  DWORD id = 0;
  for (int i = 1; i + 1 < count; i++) if (!_stricmp(arguments[i], "/pid")) id = strtoul(arguments[i + 1], NULL, 10);
  if (!id) return 1;
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  endChildren(all, id, 0);
  return end(id) ? 0 : 128;
}
