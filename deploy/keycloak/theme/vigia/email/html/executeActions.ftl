<#import "template.ftl" as mail>
<@mail.linkMail kind="executeActions" detail=(requiredActions![])?map(action -> msg("requiredAction." + action))?join(", ")/>
