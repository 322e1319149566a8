// The thread in which pictures are drawn: composing one takes the better part of the time, and visitors must not wait.

import { renderArt } from '@oyna/cover-art/render';
import { doWork } from '../../platform/worker-thread.ts';

doWork((order: Parameters<typeof renderArt>) => renderArt(...order));
