<#import "template.ftl" as mail>
<@mail.linkMail kind="emailUpdateConfirmation" detail=newEmail/>
