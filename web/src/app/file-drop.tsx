import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { chunk, tellPartMissing } from '../ui/lazy-part.tsx';

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes a recording dropped anywhere to the upload page, so the browser does not leave the product. Elements that take
 * files themselves handle drops first.
 */
export function FileDrop() {
  const [over, setOver] = useState(false);
  const navigate = useNavigate();
  const pass = useEffectEvent(async (files: readonly File[]) => {
    const { deliverDroppedFiles } = await chunk(() => import('../features/uploads/dropped-files.ts'));
    deliverDroppedFiles(files);
    await navigate('/asset/upload');
  });

  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      setOver(!event.defaultPrevented);
      event.preventDefault();
    };
    const onDragLeave = (event: DragEvent): void => {
      // Out of the window; between two elements there is always the next one.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      setOver(false);
      if (event.defaultPrevented) return;
      event.preventDefault();
      pass([...(event.dataTransfer?.files ?? [])]).catch(tellPartMissing);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);

  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-6">
      <p className="flex items-center gap-3 rounded-lg border-2 border-dashed border-accent bg-surface px-8 py-6 font-serif text-xl shadow-float">
        <FileUp aria-hidden className="size-6 text-accent" />
        Drop the recording to upload it
      </p>
    </div>
  );
}
