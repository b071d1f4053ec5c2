/** The data folder is there and may be written, or the start ends with one line that names it. */
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { StartError } from './start-error.ts';

export const prepareDataFolder = async (dataDir: string): Promise<void> => {
  try {
    const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found && !found.isDirectory())
      throw new StartError(`DATA_DIR: ${dataDir} is a file, not a folder; choose another.`);
    if (!found) await mkdir(dataDir, { recursive: true, mode: 0o755 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(sayFolder(dataDir, (error as NodeJS.ErrnoException).code));
  }
};

const sayFolder = (dataDir: string, code: string | undefined): string => {
  const shown = dataDir.length > 200 ? `${dataDir.slice(0, 200)}...` : dataDir;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `DATA_DIR: ${shown} cannot be read and written by this user; give access or choose another folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR: part of ${shown} is a file, not a folder; choose another.`;
    case 'ENAMETOOLONG':
      return `DATA_DIR: the path ${shown} is too long for this system; choose a shorter one.`;
    case 'ENOSPC':
      return `DATA_DIR: the disk that holds ${shown} is full.`;
    default:
      return `DATA_DIR: ${shown} cannot be used (${code ?? 'unknown reason'}).`;
  }
};
