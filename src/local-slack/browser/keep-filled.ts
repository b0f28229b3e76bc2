/** What was filled in stays when the form is drawn anew, e.g. with what was wrong with it. */
export function keepFilled(old: ParentNode, fresh: ParentNode): void {
  const before = fieldsById(old);
  for (const [id, field] of fieldsById(fresh)) {
    const typed = before.get(id);
    if (typed) copy(controlsOf(typed), controlsOf(field));
  }
}

function fieldsById(form: ParentNode): Map<string, HTMLElement> {
  const fields = form.querySelectorAll<HTMLElement>('[data-block-id]');
  return new Map([...fields].map((field) => [field.dataset['blockId'] ?? '', field]));
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsOf(field: HTMLElement): Control[] {
  return [field, ...field.querySelectorAll('input')].filter(
    (one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement,
  );
}

function copy(from: Control[], to: Control[]): void {
  to.forEach((control, index) => {
    const source = from[index];
    if (control instanceof HTMLSelectElement && source instanceof HTMLSelectElement) {
      const picked = [...source.selectedOptions].map((option) => option.value);
      for (const option of control.options) option.selected = picked.includes(option.value);
    } else if (control instanceof HTMLInputElement && source instanceof HTMLInputElement) {
      if (control.type === 'radio' || control.type === 'checkbox') control.checked = source.checked;
      else control.value = source.value;
    } else if (control instanceof HTMLTextAreaElement && source instanceof HTMLTextAreaElement) {
      control.value = source.value;
    }
  });
}
