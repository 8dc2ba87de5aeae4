/** `NOT` before a test or a group; only the platform's conditions have it. */
interface NotBoxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function NotBox({ isChecked, onChange }: NotBoxProps) {
  return (
    <label className="condition-not">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Negar (NOT)
    </label>
  );
}
